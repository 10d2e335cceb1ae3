import type { RelayLimits } from '../relay/relayLimits.js'
import type { StructuredSettings } from './structuredSettings.js'

/** The roles one process can have. */
export const allRoles = ['api', 'relay', 'telemetry', 'login'] as const
export type Role = (typeof allRoles)[number]

/** The provider's checked settings. */
export type Config = StructuredSettings & {
  readonly configFile: string | undefined
  readonly preset: string | undefined
  readonly roles: readonly Role[]
  readonly host: string
  readonly port: number
  readonly relayPort: number
  readonly loginPort: number
  readonly dataDir: string
  /** The operator's images, in one folder per kind. */
  readonly imagesDir: string | undefined
  readonly databaseUrl: string | undefined
  readonly publicUrl: string | undefined
  /** The relay's public names, the usual one first. */
  readonly relayUrls: readonly string[]
  readonly loginUrl: string | undefined
  readonly allowedOrigins: readonly string[] | undefined
  readonly trustedProxies: readonly string[]
  readonly fanout: 'in-process' | 'postgres' | undefined
  readonly metricsToken: string | undefined
  readonly limits: Partial<RelayLimits>
  /** Whether other machines can reach it. */
  readonly isExposed: boolean
}
