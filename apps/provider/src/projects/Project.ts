import type { ProjectFeature } from '@latchkey/wire/http/config'

/** A site, or several, that use this provider. */
export type Project = {
  readonly id: string
  readonly name: string
  /** Origins, or `https://*.example.com`. Empty allows no site. */
  readonly allowedOrigins: readonly string[]
  /** Allows pages on localhost. Served only while the provider is not exposed. */
  readonly isDevelopment: boolean
  readonly features: readonly ProjectFeature[]
  readonly isAnalyticsEnabled: boolean
  /** Overrides the provider's limits per network. */
  readonly limits: { readonly perSecond?: number; readonly burst?: number }
}

/** The served projects. Throws an ApiError (503) while they cannot be read. */
export type Projects = {
  find(id: string): Promise<KnownProject | undefined>
  /** The only project that allows the origin; undefined if there are several. */
  findByOrigin(origin: string): Promise<KnownProject | undefined>
}

export type KnownProject = {
  readonly project: Project
  allows(origin: string): boolean
  /** The database is down; this is the last known state. */
  readonly isStale: boolean
}
