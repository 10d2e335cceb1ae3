import type { AminoDocument } from '@latchkey/wire/rpc/cosmos'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

/** The document signed for a message (ADR-36): a transaction that no chain accepts. */
export function messageDocument(signer: string, data: string | Uint8Array): AminoDocument {
  const bytes = typeof data === 'string' ? utf8ToBytes(data) : data
  return {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(bytes) } }],
    memo: '',
  }
}

/** The message in such a document, as text if it is valid text; undefined for a transaction. */
export function parseMessageDocument({ chain_id, msgs: [message] }: AminoDocument) {
  if (chain_id !== '' || message?.type !== 'sign/MsgSignData') return undefined
  const bytes = base64.decode((message.value as { data: string }).data)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytes
  }
}
