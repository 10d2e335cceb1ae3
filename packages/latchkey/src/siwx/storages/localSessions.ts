import { isRecord, safeParseJson } from '@latchkey/wire/json'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import type { SiwxStorage } from './storage.js'
import { createStoredItem } from './storedItem.js'

export type LocalSessionsOptions = {
  /** Default: `@appkit/siwx`. */
  readonly key?: string | undefined
}

const maxSessions = 100

/**
 * Sessions in this browser's local storage, shared by its tabs. Without local storage they last as long as
 * the page.
 */
export function localSessions({ key = '@appkit/siwx' }: LocalSessionsOptions = {}): SiwxStorage {
  const item = createStoredItem(key)

  const read = (): readonly SiwxSession[] => {
    const stored = safeParseJson(item.get() ?? '')
    return Array.isArray(stored) ? stored.filter(isSession) : []
  }
  const write = (sessions: readonly SiwxSession[]) =>
    item.set(JSON.stringify(sessions.slice(-maxSessions)))
  const isOf = (chainId: string, address: string) => (session: SiwxSession) =>
    session.data.chainId === chainId && session.data.accountAddress === address

  return {
    get: async (chainId, address) => read().filter(isOf(chainId, address)),
    async add(session) {
      const isReplaced = isOf(session.data.chainId, session.data.accountAddress)
      write([...read().filter((other) => !isReplaced(other)), session])
    },
    set: async (sessions) => write(sessions),
    async delete(chainId, address, session) {
      const isOfAccount = isOf(chainId, address)
      const isDeleted = (other: SiwxSession) =>
        isOfAccount(other) && (session === undefined || isSame(other, session))
      write(read().filter((other) => !isDeleted(other)))
    },
  }
}

/** Checks the shape only: whether a session is valid is decided each time it is used. */
function isSession(value: unknown): value is SiwxSession {
  return (
    isRecord(value) &&
    isRecord(value.data) &&
    typeof value.message === 'string' &&
    typeof value.signature === 'string'
  )
}

function isSame(one: SiwxSession, other: SiwxSession): boolean {
  return one.message === other.message && one.signature === other.signature
}
