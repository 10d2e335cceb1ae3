import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import { createStoredItem } from '../storages/storedItem.js'

/** How long a contract's answer counts while no node responds (milliseconds). */
const proofLifetime = 24 * 60 * 60_000
/** A newer entry is not written again: each write makes the other tabs check their sessions. */
const proofRenewal = 60 * 60_000
const maxProofs = 50

/**
 * Remembers in this browser when the account's contract last confirmed a session. An entry belongs to one
 * text and one signature, so it says nothing about any other session of the account.
 */
export function createContractProofs({ message, signature }: SiwxSession) {
  const item = createStoredItem('@appkit/contract_proofs')
  const id = bytesToHex(sha256(utf8ToBytes(JSON.stringify([message, signature]))))

  /** Without entries that are too old, or of a clock that was wrong. */
  const read = (): [string, number][] => {
    const stored = safeParseJson(item.get() ?? '')
    const now = Date.now()
    return Object.entries(isRecord(stored) ? stored : {}).filter(
      (entry): entry is [string, number] =>
        typeof entry[1] === 'number' && entry[1] <= now && now - entry[1] < proofLifetime,
    )
  }
  const write = (entries: readonly [string, number][]) =>
    item.set(JSON.stringify(Object.fromEntries(entries.slice(-maxProofs))))
  const getTime = () => read().find(([entry]) => entry === id)?.[1]
  const others = () => read().filter(([other]) => other !== id)

  return {
    isRecent: () => getTime() !== undefined,
    save() {
      const time = getTime()
      if (time === undefined || Date.now() - time > proofRenewal)
        write([...others(), [id, Date.now()]])
    },
    delete() {
      if (getTime() !== undefined) write(others())
    },
  }
}
