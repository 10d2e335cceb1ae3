import { getConnection } from '../../connection/store.js'
import { SignInTimeoutError } from '../../runtime/errors/siwx.js'
import * as limits from '../../runtime/limits.js'
import { withTimeout } from '../../runtime/withTimeout.js'
import type { Widget } from '../../widget.js'
import { recordSignInEvent } from '../recordSignInEvent.js'
import { getSignInAccount, type SignInAccount } from '../signInAccount.js'
import type { SiwxConfig, SiwxSession } from '../siwx.js'

type SetSessionParameters = { readonly session: SiwxSession }

/** Marks the active account as signed in. Returns false, and changes nothing, for another account. */
export function setSession(widget: Widget, { session }: SetSessionParameters): boolean {
  const account = getSignInAccount(widget)
  if (!account || !isSessionOf(session, account)) return false
  widget.stores.siwx.set({
    status: 'signed',
    account: account.id,
    session,
    message: undefined,
    failure: undefined,
    lastSignedNetwork: account.chainId,
  })
  return true
}

/** EVM addresses are the same in any case; a server may return them in lower case. */
export function isSessionOf({ data }: SiwxSession, account: SignInAccount): boolean {
  const fold = (text: string) => (account.chainId.startsWith('eip155:') ? text.toLowerCase() : text)
  return (
    data.chainId === account.chainId && fold(data.accountAddress) === fold(account.accountAddress)
  )
}

/**
 * Stores sessions whose signatures the caller has verified, and marks the active account as signed in
 * if one is its own. Rejects when the site does not accept them.
 */
export async function addSessions(widget: Widget, sessions: readonly SiwxSession[]): Promise<void> {
  const { siwx } = widget
  const [first, ...rest] = sessions
  if (!siwx || !first) return
  const late = () => new SignInTimeoutError()
  const limit = limits.signInCallWait
  await withTimeout(widget.ports.clock, { limit, late, signal: widget.signal }, async () => {
    const config = await siwx()
    if (rest.length === 0) return config.addSession(first)
    const others = await getOtherSessions(widget, config, sessions)
    return config.setSessions([...sessions, ...others])
  })
  if (sessions.some((session) => setSession(widget, { session }))) {
    recordSignInEvent(widget, 'SIWX_AUTH_SUCCESS')
  }
}

/** `setSessions` replaces everything, so sessions of the other connected wallets are included. */
async function getOtherSessions(
  widget: Widget,
  config: SiwxConfig,
  added: readonly SiwxSession[],
): Promise<readonly SiwxSession[]> {
  const { active } = widget.stores.network.get()
  const keys = new Set(added.map(toKey))
  const found = await Promise.all(
    [...widget.families.keys()].flatMap((namespace) => {
      const chainId = active[namespace]
      const connection = getConnection(widget, namespace)
      if (!chainId || !connection) return []
      return [connection, ...(connection.others ?? [])].map((one) =>
        config.getSessions(chainId, one.active.address),
      )
    }),
  )
  return found.flat().filter((session) => !keys.has(toKey(session)))
}

const toKey = ({ data }: SiwxSession) => `${data.chainId}:${data.accountAddress}`
