import type { FrameSettings } from '@latchkey/wire/login/page'
import { type Clock, systemClock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { ConfigError } from '../errors/ConfigError.js'
import { guardRecoveryKeys } from '../keys/guardRecoveryKeys.js'
import type { LoginSecrets } from '../keys/secrets.js'
import { failureName, type Log } from '../log.js'
import type { ChainSettings } from '../nodes/ChainSettings.js'
import { createProjects } from '../projects/createProjects.js'
import { createClientNetworks, isExposed } from '../serving/clientNetwork.js'
import { ownHosts } from '../serving/listen.js'
import { openServer } from '../serving/openServer.js'
import type { Database } from '../store/openDatabase.js'
import { createProjectStore } from '../store/projects.js'
import { createEmailLogin } from './email/createEmailLogin.js'
import type { MailSettings } from './email/mailSettings.js'
import type { LoginModule, LoginParts, Notify } from './LoginParts.js'
import { createAccounts } from './session/accounts.js'
import { createFlows } from './session/flows.js'
import { createLimits } from './session/limits.js'
import { sessionRoutes } from './session/sessionRoutes.js'
import { createSessions } from './session/sessions.js'
import { createLoginSite } from './site/createLoginSite.js'
import { generalPages } from './site/generalPages.js'
import { openSiteFiles, shippedSite } from './site/siteFiles.js'
import { createSocialLogin } from './social/createSocialLogin.js'
import type { SocialSettings } from './social/socialSettings.js'
import { createWallets } from './wallet/createWallets.js'
import { createGrants, grantRoutes } from './wallet/grants.js'
import { approvalPages } from './wallet/recovery/approvalPages.js'
import { recoveryRoutes } from './wallet/recovery/recoveryRoutes.js'
import { walletRoutes } from './wallet/walletRoutes.js'

export type LoginOptions = {
  /** 0 picks a free port. */
  readonly port: number
  readonly database: Database
  /** Default: this machine only. */
  readonly host?: string
  /** The site's origin as browsers see it. */
  readonly publicUrl?: string
  /** The API's address, which the frame calls. */
  readonly apiUrl: string
  readonly chains: readonly Pick<ChainSettings, 'id' | 'name' | 'nativeCurrency'>[]
  /** Chains that support smart accounts. */
  readonly bundlerChains?: readonly string[]
  /** The paymaster's contract, by chain. */
  readonly paymasters?: { readonly [chainId: string]: string | undefined }
  /** Which fees visitors may pay in tokens, by chain. */
  readonly tokenFees?:
    | {
        readonly contracts: { readonly [chainId: string]: string | undefined }
        readonly tokens: { readonly [chainId: string]: readonly string[] | undefined }
      }
    | undefined
  /** The built site. Default: the one shipped with the provider. */
  readonly siteDir?: string
  readonly secrets: LoginSecrets
  readonly mail: MailSettings
  readonly social?: SocialSettings
  /**
   * How long a recovery, or the first wallet of a log-in by number, waits if the account has
   * neither an address nor a passkey. Default: a day.
   */
  readonly recoveryWaitMs?: number
  /** Addresses or networks whose forwarding headers are trusted. */
  readonly trustedProxies?: readonly string[]
  /** Token that lets other machines read /metrics. */
  readonly metricsToken?: string
  readonly log?: Log
  readonly clock?: Clock
}

export type RunningLogin = {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

const sweepIntervalMs = 60_000
const dayMs = 86_400_000

/** Starts the login site: the embedded frame, its pages and its API. */
export async function startLogin(options: LoginOptions): Promise<RunningLogin> {
  const { database, host = '127.0.0.1', log = () => {}, clock = systemClock } = options
  const { secrets } = options
  const { sql } = database
  const isLocal = !isExposed(host, [options.publicUrl])

  const recoveryKeys = guardRecoveryKeys(secrets.recoveryKeys, log)
  const wallets = createWallets({ ...secrets, recoveryKeys, sql, clock })
  const grants = createGrants({ sql, clock })
  const lost = await wallets.countLost()
  if (lost > 0) {
    throw new ConfigError(
      `The keys of ${lost} shares are missing. Restore share-keys.json and the recovery keys.`,
    )
  }
  const store = createProjectStore(sql)
  if (isLocal) await store.createDevelopmentProject()
  const projects = createProjects({ list: store.list, clock, log, servesDevelopment: isLocal })

  const server = await openServer(options.port, host)
  const { url, port } = server
  const publicUrl = new URL(options.publicUrl ?? url).origin

  const { hashKey } = secrets
  const accounts = createAccounts({ sql, clock })
  const parts: LoginParts = {
    sql,
    clock,
    log,
    publicUrl,
    hashKey,
    accounts,
    sessions: createSessions({ sql, clock, accounts }),
    flows: createFlows({ sql, clock }),
    limits: createLimits({ sql, clock, hashKey }),
  }
  const stopping = new AbortController()
  let modules: readonly LoginModule[] = []
  let site: ReturnType<typeof createLoginSite>
  try {
    const email = createEmailLogin({ ...parts, mail: options.mail })
    const { consumeConfirmation } = email
    const notify = withNoticeErrors(email.notify, log)
    const recovery = { ...parts, wallets, notify, recoveryWaitMs: options.recoveryWaitMs ?? dayMs }
    const social = createSocialLogin({ ...parts, wallets, social: options.social ?? {} })
    modules = [email, social]
    site = createLoginSite({
      routes: [
        ...sessionRoutes(parts),
        ...walletRoutes({ ...parts, wallets, notify, consumeConfirmation }),
        ...recoveryRoutes(recovery),
        ...grantRoutes({ wallets, grants }),
        ...modules.flatMap(({ routes }) => routes),
      ],
      pages: [
        ...generalPages,
        ...approvalPages(recovery),
        ...modules.flatMap(({ pages = [] }) => pages),
      ],
      projects,
      sessions: parts.sessions,
      files: openSiteFiles(options.siteDir ?? shippedSite),
      origin: publicUrl,
      frame: { apiUrl: options.apiUrl, chains: frameChains(options) },
      clock,
      log,
      networks: createClientNetworks(options.trustedProxies ?? [], {
        isExposed: !isLocal,
        now: clock.now,
      }),
      hasRoom: database.hasDiskSpace,
      ping: () => sql`select 1`,
      hosts: ownHosts(host, port, publicUrl),
      metricsToken: options.metricsToken,
      moreMetrics: () => modules.flatMap((way) => way.metrics?.() ?? []),
      stopping: stopping.signal,
    })
  } catch (error) {
    await server.close()
    throw error
  }
  server.serve(site.app.fetch)

  const cancelSweeps = clock.every(sweepIntervalMs, () => {
    site.forgetQuiet()
    for (const part of [parts.flows, parts.limits, parts.sessions, wallets, grants, ...modules]) {
      part.sweep?.().catch((error: unknown) => {
        log({ level: 'warn', event: 'sweep-failed', reason: failureName(error) })
      })
    }
  })
  return {
    url,
    port,
    async stop() {
      cancelSweeps()
      stopping.abort()
      await server.close()
      for (const way of modules) await way.stop?.()
    },
  }
}

function frameChains({
  chains,
  bundlerChains = [],
  paymasters = {},
  tokenFees,
}: LoginOptions): FrameSettings['chains'] {
  return chains.map(({ id, name, nativeCurrency: { symbol, decimals } }) => {
    const paymaster = tokenFees?.contracts[id]
    return {
      id,
      name,
      coin: { symbol, decimals },
      hasBundler: bundlerChains.includes(id),
      paymaster: paymasters[id],
      ...(paymaster && { tokenFees: { paymaster, tokens: [...(tokenFees?.tokens[id] ?? [])] } }),
    }
  })
}

/** Rejects an action whose notice cannot be sent. */
function withNoticeErrors(notify: Notify, log: Log): Notify {
  return async (notice, signal) => {
    try {
      await notify(notice, signal)
    } catch (cause) {
      log({ level: 'error', event: 'notice-failed', reason: failureName(cause) })
      throw new ApiError(503, 'notice', 'The notice mail could not be sent.', {
        retryAfter: 30,
        cause,
      })
    }
  }
}
