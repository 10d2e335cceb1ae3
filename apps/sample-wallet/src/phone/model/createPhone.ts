import type { Session } from '@latchkey/pairing/session'
import type { Address } from 'viem'
import { caip2Of } from '../../chain/network.js'
import type { Keyring } from '../../keys/keyring.js'
import { type Answers, createAnswers } from './answers.js'
import { readBalances } from './balances.js'
import { connectInbox } from './inbox.js'
import type { Local } from './local.js'
import { pairingProblem } from './pairingProblem.js'
import type { PhoneClient } from './phoneClient.js'
import type { InboxItem, Notice, PhoneScript, PhoneState } from './phoneState.js'
import type { Selection, SelectionMemory } from './selection.js'
import { sessionItem } from './sessionItem.js'
import { createStore } from './store.js'

export type Verdict = 'approve' | 'refuse'

export type Phone = {
  readonly accounts: readonly number[]
  addressOf(account: number): Address
  state(): PhoneState
  subscribe(listener: () => void): () => void
  /** Brings back the sessions and questions of last time. */
  restore(): Promise<void>
  /** Resolves with what is wrong with the link, or with nothing once it was taken. */
  pair(uri: string): Promise<string | undefined>
  /** Answers for the account given, else for the selected one. */
  answer(item: InboxItem, verdict: Verdict, account?: number): Promise<void>
  setScript(script: PhoneScript): void
  setAccount(account: number): Promise<void>
  setChain(chainId: number): Promise<void>
  disconnect(topic: string): Promise<void>
  notify(notice: Notice): void
  clearNotice(): void
  refresh(): Promise<void>
}

type Parts = {
  readonly client: PhoneClient
  readonly keyring: Keyring
  readonly local: Local
  readonly script: PhoneScript
  readonly selection: SelectionMemory
}

const accounts = [0, 1, 2] as const

/** How long a page may take to send its proposal after its link was taken. */
const proposalWait = 30_000

/** The wallet behind the page: sessions, questions and accounts, without a line of interface. */
export function createPhone({ client, keyring, local, script, selection }: Parts): Phone {
  const chains = [...local.chains.keys()]
  const last = selection.load()
  const store = createStore<PhoneState>({
    account: accounts.find((index) => index === last.account) ?? 0,
    chainId: chains.find((id) => id === last.chainId) ?? chains[0] ?? 1,
    chains,
    balances: {},
    relay: 'idle',
    script,
    sessions: [],
    inbox: [],
    pairing: false,
  })
  const notify = (notice: Notice) => store.set({ notice })
  const readSessions = () => store.set({ sessions: client.sessions().map(sessionItem) })

  function select(change: Partial<Selection>) {
    store.set(change)
    const { account, chainId } = store.get()
    selection.save({ account, chainId })
  }

  async function refresh() {
    const { account } = store.get()
    const balances = await readBalances(local.chains, account, keyring.address(account))
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

  /** Tells every session; one that cannot be told keeps the others from nothing. */
  async function tellSessions(tell: (session: Session) => Promise<unknown>) {
    const told = await Promise.allSettled(client.sessions().map(tell))
    readSessions()
    if (told.some((outcome) => outcome.status === 'rejected'))
      notify({ tone: 'bad', text: 'An app could not be told about the change.' })
  }

  async function setAccount(account: number) {
    select({ account })
    const address = keyring.address(account)
    await Promise.all([
      refresh(),
      tellSessions(async ({ topic, namespaces }) => {
        const { eip155 } = namespaces
        const ids = eip155?.chains ?? []
        const chainId = ids.includes(caip2Of(store.get().chainId))
          ? caip2Of(store.get().chainId)
          : ids[0]
        if (!eip155 || !chainId) return
        const next = ids.map((id) => `${id}:${address}`)
        await client.update({
          topic,
          namespaces: { ...namespaces, eip155: { ...eip155, accounts: next } },
        })
        if (eip155.events.includes('accountsChanged'))
          await client.emit({
            topic,
            chainId,
            event: { name: 'accountsChanged', data: [`${chainId}:${address}`] },
          })
      }),
    ])
  }

  async function setChain(chainId: number) {
    select({ chainId })
    const id = caip2Of(chainId)
    await tellSessions(async ({ topic, namespaces }) => {
      const { eip155 } = namespaces
      if (eip155?.chains.includes(id) && eip155.events.includes('chainChanged'))
        await client.emit({ topic, chainId: id, event: { name: 'chainChanged', data: chainId } })
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

  const answers: Answers = createAnswers({ client, keyring, local, accounts, setChain })

  async function answer(item: InboxItem, verdict: Verdict, account = store.get().account) {
    store.set({ answering: item.key })
    const notice = await answers(item, verdict, account)
    store.set((state) => ({
      answering: undefined,
      inbox: state.inbox.filter((one) => one.key !== item.key),
      notice,
    }))
    readSessions()
    if (item.kind === 'request' && item.call.kind === 'transaction') await refresh()
  }

  connectInbox({
    client,
    keyring,
    local,
    put(item) {
      // After a reload the client hands out again what was not answered.
      if (store.get().inbox.some(({ key }) => key === item.key)) return
      store.set((state) => ({ inbox: [...state.inbox, item], pairing: false, notice: undefined }))
      const { script } = store.get()
      if (script === 'approve' || script === 'refuse') void answer(item, script)
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
    // What an app asked before it left needs no answer any more.
    store.set(({ inbox }) => ({
      inbox: inbox.filter((item) => item.kind !== 'request' || item.topic !== topic),
    }))
    if (ended && by === 'peer')
      notify({ tone: 'good', text: `${ended.dapp.name} has disconnected.` })
  })

  return {
    accounts,
    addressOf: keyring.address,
    state: store.get,
    subscribe: store.subscribe,
    async restore() {
      await client.restore()
      readSessions()
    },
    pair,
    answer,
    setScript: (next) => store.set({ script: next }),
    setAccount,
    setChain,
    disconnect,
    notify,
    clearNotice: () => store.set({ notice: undefined }),
    refresh,
  }
}
