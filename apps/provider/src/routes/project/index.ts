import { getAllowedOrigins, getAnalyticsConfig, getProjectConfig } from '@latchkey/wire/http/config'
import { type Route, route } from '../../api/route.js'

/** What the operator decided for the project that asks. */
export function projectRoutes(): Route[] {
  return [
    route(getProjectConfig, async (_, { project }) => ({ features: [...project.features] })),
    route(getAllowedOrigins, async (_, { project }) => ({
      allowedOrigins: [...project.allowedOrigins],
    })),
    route(getAnalyticsConfig, async (_, { project }) => ({
      isAnalyticsEnabled: project.isAnalyticsEnabled,
    })),
  ]
}
