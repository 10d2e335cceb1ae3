import type { Endpoint, InputOf, ResponseOf } from '@latchkey/wire/http/endpoint'
import {
  awaitRecovery,
  cancelRecovery,
  type PendingRecovery,
  type RecoveryState,
  startRecovery,
} from '@latchkey/wire/login/recovery'
import { waitingLimit } from '../api/loginApi.js'
import { LoginError } from '../loginError.js'

/** Calls the login API with the wallet's session. */
export type CallWithSession = <endpoint extends Endpoint>(
  endpoint: endpoint,
  input: InputOf<endpoint>,
  signal: AbortSignal,
  limit?: number,
) => Promise<ResponseOf<endpoint>>

export type ApprovalOptions = {
  /** Shows what to approve first. Without it, unapproved calls fail. */
  readonly showPending?: ShowPending | undefined
}

/** Resolves when the visitor closes the screen. */
export type ShowPending = (pending: PendingApproval, signal: AbortSignal) => Promise<void>

/** A recovery or first wallet that is not approved yet. */
export type PendingApproval = Exclude<RecoveryState, { readonly state: 'approved' }> & {
  /** There is no wallet yet: the first one is created after the approval. */
  readonly isFirst: boolean
  /** Another log-in that waits to create the first wallet. */
  readonly other?: (PendingRecovery & { cancel(): Promise<void> }) | undefined
}

/** Resolves with the approved request of this frame. Rejects while it is not approved. */
export async function waitForApproval({
  call,
  deviceId,
  isFirst,
  showPending,
  signal,
}: ApprovalOptions &
  Pick<PendingApproval, 'isFirst'> & {
    readonly call: CallWithSession
    readonly deviceId: string
    readonly signal: AbortSignal
  }): Promise<string> {
  const { flowId, recovery, pendingRecovery } = await call(startRecovery, { deviceId }, signal)
  if (recovery.state === 'approved') return flowId
  if (!showPending) throw pendingError()
  const other = pendingRecovery && {
    ...pendingRecovery,
    cancel: async () => {
      await call(cancelRecovery, { flowId: pendingRecovery.flowId, deviceId }, signal)
    },
  }
  if (recovery.state !== 'mailed') {
    await showPending({ ...recovery, isFirst, other }, signal)
    throw pendingError()
  }
  const closed = new AbortController()
  const waiting = AbortSignal.any([signal, closed.signal])
  const close = () => closed.abort(pendingError())
  const screen = showPending({ ...recovery, isFirst, other }, waiting).then(close, close)
  try {
    for (;;) {
      const { recovery } = await call(awaitRecovery, { flowId }, waiting, waitingLimit)
      if (recovery.state === 'approved') return flowId
      if (recovery.state !== 'mailed') {
        await showPending({ ...recovery, isFirst, other }, signal)
        throw pendingError()
      }
    }
  } finally {
    close()
    await screen
  }
}

export const pendingError = () =>
  new LoginError({
    code: 'recovery-pending',
    message: 'The wallet is not set up on this device yet',
  })
