import type { Session } from '@latchkey/pairing/session'
import { chainIdOf } from '../../chain/network.js'
import { RpcError } from '../../chain/rpcError.js'
import type { SampleFamily } from '../../families/sampleFamily.js'
import type { Keyring } from '../../keys/keyring.js'
import { readBalances } from './balances.js'
import { dappOf } from './dapp.js'
import { accountsOn } from './grant.js'
import { connectInbox } from './inbox.js'
import type { Local } from './local.js'
import { pairingProblem } from './pairingProblem.js'
import type { PhoneClient } from './phoneClient.js'
import { evmFamily, familyOf } from './phoneFamily.js'
import type { InboxItem, Notice, PhoneScript, PhoneState, SessionItem } from './phoneState.js'
import { createRespond, type Respond } from './respond.js'
import type { Selection, SelectionMemory } from './selection.js'
import { createStore } from './store.js'

export type UserDecision = 'approve' | 'refuse'

export type Phone = {
  readonly accounts: readonly number[]
  /** The account's address on a network of any family. */
  addressOf(account: number, chain: string): string
  addressesOn(chain: string, account: number): readonly string[]
  state(): PhoneState
  subscribe(listener: () => void): () => void
  /** Restores sessions and pending requests. */
  restore(): Promise<void>
  /** Resolves with an error text, or with undefined once the link is accepted. */
  pair(uri: string): Promise<string | undefined>
  /** Responds with the given account, or the selected one. */
  decide(item: InboxItem, decision: UserDecision, account?: number): Promise<void>
  setScript(script: PhoneScript): void
  setAccount(account: number): Promise<void>
  setChain(chain: string): Promise<void>
  /** Limits new connections to these families; undefined allows all. */
  grantOnly(namespaces?: readonly string[]): void
  disconnect(topic: string): Promise<void>
  notify(notice: Notice): void
  clearNotice(): void
  refresh(): Promise<void>
}

type Parts = {
  readonly client: PhoneClient
  readonly keyring: Keyring
  /** Those besides eip155. */
  readonly families: readonly SampleFamily[]
  readonly local: Local
  readonly script: PhoneScript
  readonly selection: SelectionMemory
}

const accounts = [0, 1, 2] as const

/** How long to wait for a proposal after a link was accepted. */
const proposalWait = 30_000

/** The wallet's logic: sessions, requests and accounts, without UI. */
export function createPhone({ client, keyring, families, local, script, selection }: Parts): Phone {
  const evm = evmFamily(keyring, local)
  const all = [evm, ...families]
  const last = selection.load()
  const has = (chain: string | undefined) => chain !== undefined && familyOf(all, chain)
  const store = createStore<PhoneState>({
    account: accounts.find((index) => index === last.account) ?? 0,
    chain: (has(last.chain) ? last.chain : evm.chains[0]) ?? 'eip155:1',
    // Show only the main network of the other families.
    chains: [...evm.chains, ...families.flatMap(({ chains }) => chains[0] ?? [])],
    balances: {},
    relay: 'idle',
    script,
    sessions: [],
    inbox: [],
    pairing: false,
  })
  let granted: readonly string[] | undefined

  const addressesOn = (chain: string, account: number): readonly string[] =>
    familyOf(all, chain)?.addresses(account, chain) ?? []
  const addressOf = (account: number, chain: string) =>
    addressesOn(chain, account)[0] ?? keyring.address(account)
  const notify = (notice: Notice) => store.set({ notice })
  const readSessions = () => store.set({ sessions: client.sessions().map(sessionItem) })

  function select(change: Partial<Selection>) {
    store.set(change)
    const { account, chain } = store.get()
    selection.save({ account, chain })
  }

  async function refresh() {
    const { account, chains } = store.get()
    const endpoints = chains.map((chain) => ({
      chain,
      url: local.nodes.get(chain),
      address: addressOf(account, chain),
    }))
    const balances = await readBalances(endpoints, account)
    store.set((state) => ({ balances: { ...state.balances, ...balances } }))
  }

  let giveUp: ReturnType<typeof setTimeout> | undefined
  async function pair(uri: string) {
    clearTimeout(giveUp)
    store.set({ pairing: true })
    try {
      await client.pair({ uri: uri.trim() })
    } catch (error) {
      store.set({ pairing: false })
      return pairingProblem(error)
    }
    giveUp = setTimeout(() => {
      if (!store.get().pairing) return
      store.set({ pairing: false })
      notify({ tone: 'bad', text: 'The app did not answer. Ask it for a new link.' })
    }, proposalWait)
    return undefined
  }

  /** Notifies every session; one failure affects no other. */
  async function notifySessions(send: (session: Session) => Promise<unknown>) {
    const results = await Promise.allSettled(client.sessions().map(send))
    readSessions()
    if (results.some((outcome) => outcome.status === 'rejected'))
      notify({ tone: 'bad', text: 'An app could not be notified of the change.' })
  }

  async function setAccount(account: number) {
    select({ account })
    const addresses = (chain: string) => addressesOn(chain, account)
    await Promise.all([
      refresh(),
      notifySessions(async ({ topic, namespaces }) => {
        const entries = Object.entries(namespaces)
        await client.update({
          topic,
          namespaces: Object.fromEntries(
            entries.map(([key, namespace]) => [
              key,
              { ...namespace, accounts: accountsOn(namespace.chains ?? [], addresses) },
            ]),
          ),
        })
        for (const [, { chains = [], events }] of entries) {
          const { chain: used } = store.get()
          const chainId = chains.includes(used) ? used : chains[0]
          if (chainId === undefined || !events.includes('accountsChanged')) continue
          const data = accountsOn([chainId], addresses)
          await client.emit({ topic, chainId, event: { name: 'accountsChanged', data } })
        }
      }),
    ])
  }

  async function setChain(chain: string) {
    if (!has(chain)) throw RpcError.unrecognizedChain(chain)
    select({ chain })
    await notifySessions(async ({ topic, namespaces }) => {
      const isServed = Object.values(namespaces).some(
        ({ chains, events }) => chains?.includes(chain) && events.includes('chainChanged'),
      )
      const data = chainIdOf(chain) ?? chain
      if (isServed)
        await client.emit({ topic, chainId: chain, event: { name: 'chainChanged', data } })
    })
  }

  async function disconnect(topic: string) {
    const session = store.get().sessions.find((one) => one.topic === topic)
    try {
      await client.disconnect({ topic })
      if (session) notify({ tone: 'good', text: `${session.dapp.name} is disconnected.` })
    } catch (error) {
      notify({ tone: 'bad', text: pairingProblem(error) })
    }
    readSessions()
  }

  const respond: Respond = createRespond({
    client,
    addressesOn,
    grants: ({ namespace }) => granted?.includes(namespace) ?? true,
  })

  async function decide(item: InboxItem, decision: UserDecision, account = store.get().account) {
    store.set({ deciding: item.key })
    const notice = await respond(item, decision, account)
    store.set((state) => ({
      deciding: undefined,
      inbox: state.inbox.filter((one) => one.key !== item.key),
      notice,
    }))
    readSessions()
    if (item.kind === 'request') await refresh()
  }

  connectInbox({
    client,
    hands: { keyring, families, local, accounts, setChain },
    put(item) {
      // After a reload the client delivers pending requests again.
      if (store.get().inbox.some(({ key }) => key === item.key)) return
      store.set((state) => ({ inbox: [...state.inbox, item], pairing: false, notice: undefined }))
      const { script } = store.get()
      if (script === 'approve' || script === 'refuse') void decide(item, script)
    },
    failed: (error) => notify({ tone: 'bad', text: pairingProblem(error) }),
    drop: (key) => store.set(({ inbox }) => ({ inbox: inbox.filter((item) => item.key !== key) })),
  })
  client.on('relay_state', ({ state }) => store.set({ relay: state }))
  client.on('session_settle', readSessions)
  client.on('session_update', readSessions)
  client.on('session_expire', readSessions)
  client.on('session_end', ({ topic, by }) => {
    const ended = store.get().sessions.find((session) => session.topic === topic)
    readSessions()
    // Requests of a disconnected app need no response.
    store.set(({ inbox }) => ({
      inbox: inbox.filter((item) => item.kind !== 'request' || item.topic !== topic),
    }))
    if (ended && by === 'peer')
      notify({ tone: 'good', text: `${ended.dapp.name} has disconnected.` })
  })

  return {
    accounts,
    addressOf,
    addressesOn,
    state: store.get,
    subscribe: store.subscribe,
    async restore() {
      await client.restore()
      readSessions()
    },
    pair,
    decide,
    setScript: (next) => store.set({ script: next }),
    setAccount,
    setChain,
    grantOnly(namespaces) {
      granted = namespaces
    },
    disconnect,
    notify,
    clearNotice: () => store.set({ notice: undefined }),
    refresh,
  }
}

function sessionItem({ topic, peer, namespaces }: Session): SessionItem {
  const accounts = Object.values(namespaces).flatMap((namespace) => namespace.accounts)
  const ids = accounts.map((account) => account.slice(0, account.lastIndexOf(':')))
  return {
    topic,
    dapp: dappOf(peer.metadata),
    chains: [...new Set(ids)],
    accounts,
    address: accounts[0]?.split(':')[2] ?? '',
  }
}
