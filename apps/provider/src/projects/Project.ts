import type { ProjectFeature } from '@latchkey/wire/http/config'

/** A site, or several, that use this provider. */
export type Project = {
  readonly id: string
  readonly name: string
  /** Whole origins, or `https://*.example.com`. None means no site. */
  readonly allowedOrigins: readonly string[]
  /** Made for work on one's own machine: pages on localhost are always allowed. */
  readonly isDevelopment: boolean
  readonly features: readonly ProjectFeature[]
  readonly isAnalyticsEnabled: boolean
  /** Requests per second and burst of one network, where they differ from the provider's. */
  readonly limits: { readonly perSecond?: number; readonly burst?: number }
}
