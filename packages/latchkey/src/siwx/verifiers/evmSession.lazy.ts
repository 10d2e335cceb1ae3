import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import type { VerifyOutcome } from '../../families/shared/signatureChecks.js'
import { createStoredItem } from '../storages/storedItem.js'
import { verifyEip155 } from './eip155.js'
import { createChainReader, type RpcAddresses } from './readChain.js'

/** How long nodes may take altogether (milliseconds). */
const nodeWait = 8_000

/**
 * Verifies a session of an EVM account. A contract is called every time, because its answer can change; while
 * no node responds, the answer it gave for exactly this session within the last day counts.
 */
export async function verifyEvmSession(
  session: SiwxSession,
  rpc: readonly (RpcAddresses | undefined)[],
): Promise<VerifyOutcome> {
  const { data: message, message: text, signature } = session
  const verify = (readChain?: ReturnType<typeof createChainReader>) =>
    verifyEip155({ message, text, signature, readChain })
  const byKey = await verify()
  if (byKey !== 'unknown') return byKey

  const proofs = createContractProofs(session)
  const signal = AbortSignal.timeout(nodeWait)
  for (const addresses of rpc) {
    const readChain = createChainReader(addresses, message.chainId, signal)
    const outcome = readChain ? await verify(readChain) : 'unknown'
    if (outcome === 'valid') proofs.save()
    if (outcome === 'invalid') proofs.delete()
    if (outcome !== 'unknown') return outcome
  }
  return proofs.isRecent() ? 'valid' : 'unknown'
}

/** How long a contract's answer counts while no node responds (milliseconds). */
const proofLifetime = 24 * 60 * 60_000
/** A newer entry is not written again: each write makes the other tabs check their sessions. */
const proofRenewal = 60 * 60_000
const maxProofs = 50

/**
 * Remembers in this browser when the account's contract last confirmed a session. An entry belongs to one
 * text and one signature, so it says nothing about any other session of the account.
 */
function createContractProofs({ message, signature }: SiwxSession) {
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
