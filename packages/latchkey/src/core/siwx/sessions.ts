import { readTime } from '@latchkey/wire/siwx'
import type { Widget } from '../widget.js'
import type { SignInAccount } from './signInAccount.js'
import type { SiwxSession } from './siwx.js'

/** EVM addresses are the same in any case; a server may return them in lower case. */
export function isSessionOf({ data }: SiwxSession, account: SignInAccount): boolean {
  const fold = (text: string) => (account.chainId.startsWith('eip155:') ? text.toLowerCase() : text)
  return (
    data.chainId === account.chainId && fold(data.accountAddress) === fold(account.accountAddress)
  )
}

/** Whether the times of a session's message include now. An unreadable time is not valid. */
export function isValidNow({ ports }: Widget, { data }: SiwxSession): boolean {
  const now = ports.clock.now()
  const { notBefore, expirationTime } = data
  const hasStarted = notBefore === undefined || (readTime(notBefore) ?? Number.NaN) <= now
  return hasStarted && (expirationTime === undefined || (readTime(expirationTime) ?? 0) > now)
}
