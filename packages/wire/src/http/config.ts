import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'

/** Features the provider can configure (specification §1). */
export const featureIds = [
  'social_login',
  'swap',
  'onramp',
  'activity',
  'reown_branding',
  'multi_wallet',
] as const

export type FeatureId = (typeof featureIds)[number]

/** If `config` is null the site decides about the feature; with a list `isEnabled` does. */
export const projectFeature = v.object({
  id: v.string(),
  isEnabled: v.boolean(),
  config: v.optional(v.nullable(v.array(v.string()))),
  /** Options this provider has set up, such as social log-ins or on-ramp providers. */
  available: v.optional(v.array(v.string())),
  /** Time zones where the feature is hidden, in upper case, like `ASIA/SHANGHAI`. */
  restrictedTimezones: v.optional(v.array(v.string())),
})

export type ProjectFeature = v.InferOutput<typeof projectFeature>

export const getProjectConfig = defineEndpoint({
  name: 'getProjectConfig',
  method: 'GET',
  path: '/appkit/v1/config',
  response: v.object({ features: v.array(projectFeature) }),
  caching: 'public',
})

export const getAllowedOrigins = defineEndpoint({
  name: 'getAllowedOrigins',
  method: 'GET',
  path: '/projects/v1/origins',
  response: v.object({ allowedOrigins: v.array(v.string()) }),
  caching: 'public',
})

export const getAnalyticsConfig = defineEndpoint({
  name: 'getAnalyticsConfig',
  method: 'GET',
  path: '/getAnalyticsConfig',
  response: v.object({ isAnalyticsEnabled: v.boolean() }),
  caching: 'public',
})

/**
 * Whether a project has used up what its plan includes. A provider of one's own has no plans; widgets
 * that ask get the same response for every project.
 */
export const getProjectLimits = defineEndpoint({
  name: 'getProjectLimits',
  method: 'GET',
  path: '/appkit/v1/project-limits',
  response: v.object({
    planLimits: v.object({
      tier: v.string(),
      isAboveRpcLimit: v.boolean(),
      isAboveMauLimit: v.boolean(),
    }),
  }),
  caching: 'public',
})
