import type { Namespace } from '@latchkey/wire/caip'
import { raceAbort } from '@latchkey/wire/raceAbort'
import { NotConnectedError } from '../../runtime/errors/connection.js'
import type { Widget } from '../../widget.js'
import { getConnection } from '../store.js'

export type SignMessageParameters = {
  readonly message: string
  readonly namespace?: Namespace | undefined
  readonly signal?: AbortSignal | undefined
}

/** Signs a message with the active account. */
export async function signMessage(
  widget: Widget,
  { message, namespace, signal }: SignMessageParameters,
): Promise<string> {
  const target = namespace ?? widget.stores.network.get().activeNamespace
  const account = getConnection(widget, target)?.active
  const session = widget.sessions.get(target)
  if (!account || !session) throw new NotConnectedError()
  const anySignal = signal ? AbortSignal.any([widget.signal, signal]) : widget.signal
  return raceAbort(anySignal, session.signMessage({ message, account, signal: anySignal }))
}
