import { parseSignatureAnswer } from '@latchkey/wire/rpc/solana'
import type { LateResponse } from '../../core/connection/family.js'
import { lazyImport } from '../shared/lazyImport.js'
import type { SolanaConnection } from './session.js'

/**
 * Records a transaction that the wallet sent after its request timed out. It belongs to the only open
 * request of the site; with several, it gets a separate entry.
 */
export async function recordLateResponse(
  connection: SolanaConnection,
  { response, networkId }: LateResponse,
): Promise<void> {
  const hash = parseSignatureAnswer(response)
  if (hash === undefined) return
  const journal = await lazyImport(connection.journal())
  if (journal.entries().some((entry) => entry.hash === hash)) return
  const open = journal
    .entries()
    .filter(
      (entry) =>
        entry.networkId === networkId &&
        entry.hash === undefined &&
        entry.requestedAt !== undefined &&
        entry.request.to === undefined,
    )
  const found = { status: 'pending', hash, isLate: true } as const
  if (open.length === 1 && open[0]) return journal.update(open[0].id, found)
  const { active, networkId: here } = connection.state()
  if (networkId !== here) return
  const { id } = journal.open({ networkId: here, from: active.address, request: { value: '0' } })
  journal.update(id, { ...found, requestedAt: connection.clock.now() })
}
