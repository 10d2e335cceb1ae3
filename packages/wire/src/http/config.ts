import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'

/** The features a provider can decide (specification §1). */
export const featureIds = [
  'social_login',
  'swap',
  'onramp',
  'activity',
  'reown_branding',
  'multi_wallet',
] as const

export type FeatureId = (typeof featureIds)[number]

/** `config` null leaves the feature to the site; a list lets `isEnabled` decide. */
export const projectFeature = v.object({
  id: v.string(),
  isEnabled: v.boolean(),
  config: v.optional(v.nullable(v.array(v.string()))),
  /** What of it can work here at all, whoever decides: the social logins somebody has set up. */
  available: v.optional(v.array(v.string())),
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
