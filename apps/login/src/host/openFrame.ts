import { listGrants, storeGrant } from '@latchkey/wire/login/grants'
import type { FrameSettings } from '@latchkey/wire/login/page'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import * as v from 'valibot'
import { createChains } from '../api/chains.js'
import { createLoginApi } from '../api/loginApi.js'
import { lazyImport } from '../lazyImport.js'
import { toChainId } from '../methods/chainId.js'
import type { Frame } from '../methods/frame.js'
import { createFreshLogin } from '../methods/freshLogin.js'
import { createActiveScreens } from '../prompts/activeScreens.js'
import type { Locks } from '../prompts/locks.js'
import { createPrompts } from '../prompts/prompts.js'
import type { Lookups, Screens } from '../screens/screens.js'
import { createAccount } from '../session/account.js'
import { getDeviceId, getDeviceKey } from '../session/device.js'
import { createFlows, type SocialFlow, socialFlow } from '../session/flows.js'
import { openFrameKey } from '../session/frameKey.js'
import { openPreferences } from '../session/preferences.js'
import { createRecipients } from '../session/recipients.js'
import { type Channel, createSessions, toScope } from '../session/sessions.js'
import type { Store } from '../session/store.js'
import type { Notify } from './dispatch.js'

type FrameParts = {
  readonly settings: FrameSettings
  readonly query: URLSearchParams
  readonly loginOrigin: string
  readonly parentOrigin: string
  readonly screens: Screens
  readonly store: Store
  openChannel(name: string): Channel
  readonly notify: Notify
  readonly fetch: typeof globalThis.fetch
  /** Runs in one tab at a time. */
  runExclusive<result>(name: string, run: () => Promise<result>): Promise<result>
  readonly locks: Locks
  readonly crypto: Pick<Crypto, 'getRandomValues'>
  readonly credentials: CredentialsContainer | undefined
  systemTheme(): 'light' | 'dark'
  reload(): void
  pause: Frame['pause']
  now(): number
}

/**
 * Where to ask a site's paymaster. At the provider it is always the one of this project. Any other
 * must be on the site's own origin: the frame connects to nobody else.
 */
function toPaymasterUrl(
  given: string | undefined,
  at: { apiUrl: string; projectId: string; chainId: string; parentOrigin: string },
): string | undefined {
  const own = new URL(at.apiUrl.replace(/\/*$/, '/v1/paymaster'))
  const url = new URL(given ?? own)
  if (url.origin === own.origin && url.pathname === own.pathname) {
    const { projectId, chainId } = at
    own.search = new URLSearchParams({ chainId, projectId }).toString()
    return own.href
  }
  const isOfSite = url.origin === at.parentOrigin && url.username === '' && url.password === ''
  return isOfSite ? url.href : undefined
}

/** Creates the frame of one page. Keys and chains are loaded on first use. */
export async function openFrame(parts: FrameParts): Promise<Frame> {
  const { settings, query, parentOrigin, store, fetch, notify, now } = parts
  const { projectId, apiUrl, chains } = settings
  const scope = toScope(projectId, parentOrigin)
  const frameKey = await openFrameKey(store, scope)
  const api = createLoginApi({
    fetch,
    projectId,
    origin: parentOrigin,
    frameKey: frameKey.publicKey,
  })
  const network = createChains({ fetch, apiUrl, projectId })
  const paymasters = new Map(chains.map(({ id, paymaster }) => [id, paymaster as Hex | undefined]))
  const isServed = (chainId: string) => chains.some(({ id }) => id === chainId)
  const requestedChain = toChainId(query.get('chainId') ?? '')
  const firstChain =
    requestedChain && isServed(requestedChain) ? requestedChain : (chains[0]?.id ?? 'eip155:1')
  const deviceId = await getDeviceId(store, scope)
  const deviceKey = await getDeviceKey(store, scope)
  const preferences = await openPreferences({ store, scope, chainId: firstChain, isServed })
  const sessions = createSessions({ store, scope, channel: parts.openChannel(scope), now })
  const storeKeys = { vault: `vault/${scope}`, social: `social/${scope}` }

  const account = createAccount({
    api,
    sessions,
    async openVault({ person }, call, signal) {
      const [{ createVault }, { createPasskeys }] = await lazyImport(
        Promise.all([import('../vault/createVault.js'), import('../vault/passkeys.js')]),
      )
      const { accountId, hasWallet, email, userName } = person
      return createVault({
        call,
        frameKey,
        store,
        storeKey: `${storeKeys.vault}/${accountId}`,
        deviceId,
        owner: { accountId, hasWallet, name: email ?? userName ?? 'Latchkey' },
        passkeys: createPasskeys(parts.credentials),
        runExclusive: (run) => parts.runExclusive(storeKeys.vault, run),
        crypto: parts.crypto,
        signal,
        now,
      })
    },
    async openWallet({ vault, call }) {
      const { createEmbeddedWallet } = await lazyImport(
        import('../account/createEmbeddedWallet.js'),
      )
      return createEmbeddedWallet({
        ...network,
        chains,
        preferredType: () => preferences.accountType,
        paymasterOf: (chainId) => paymasters.get(chainId),
        tokenFeesOf: (chainId) =>
          chains.find(({ id }) => id === chainId)?.tokenFees as
            | { paymaster: Hex; tokens: readonly Hex[] }
            | undefined,
        paymasterUrl: (chainId, url) =>
          toPaymasterUrl(url, { apiUrl, projectId, chainId, parentOrigin }),
        projectId,
        origin: parentOrigin,
        grants: {
          store: async (grant, signal) => {
            await call(storeGrant, grant, signal)
          },
          list: async (signal) => (await call(listGrants, {}, signal)).grants,
        },
        signer: async (signal) => (await vault()).open(signal),
      })
    },
    async forgetAll() {
      const names = [storeKeys.vault, storeKeys.social, `preferences/${scope}`]
      await Promise.all(names.map((name) => store.remove(name)))
    },
    onEnded: () => notify('SESSION_ENDED', undefined),
  })

  const freshLogin = createFreshLogin(now)
  let lookups: Promise<Lookups> | undefined
  return {
    settings,
    loginOrigin: parts.loginOrigin,
    parentOrigin,
    otpInPage: settings.takesCodesFromPage,
    deviceKey,
    deviceId,
    frameKey,
    screens: parts.screens,
    api,
    account: {
      ...account,
      async enter(session) {
        await account.enter(session)
        freshLogin.begin(session.token)
      },
    },
    freshLogin,
    preferences,
    flows: createFlows(),
    socialFlow: {
      async get() {
        const found = v.safeParse(socialFlow, await store.get(storeKeys.social))
        return found.success && found.output.expiresAt > now() ? found.output : undefined
      },
      set: (flow: SocialFlow | undefined) =>
        flow ? store.put(storeKeys.social, flow) : store.remove(storeKeys.social),
    },
    shown: createActiveScreens(),
    recipients: createRecipients(store, storeKeys.vault),
    prompts: createPrompts({
      store,
      origin: parentOrigin,
      locks: parts.locks,
      channel: parts.openChannel(`prompts ${parentOrigin}`),
      now,
    }),
    lookups() {
      lookups ??= lazyImport(import('../account/createLookups.js')).then(
        ({ createLookups }) => createLookups({ chains, rpc: network.rpc }),
        (error: unknown) => {
          lookups = undefined
          throw error
        },
      )
      return lookups
    },
    notify,
    systemTheme: parts.systemTheme,
    reload: parts.reload,
    pause: parts.pause,
    now,
  }
}
