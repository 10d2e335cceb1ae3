import type { NetworkId } from '@latchkey/wire/caip'
import type { FrameEvent } from '@latchkey/wire/frame/events'
import { methodPolicy } from '@latchkey/wire/frame/methodPolicy'
import {
  type FramePayload,
  type FrameRequestName,
  frameRequest,
} from '@latchkey/wire/frame/requests'
import type { LateResponse } from '../../core/connection/family.js'
import { FrameClosedError, FrameError } from '../../core/runtime/errors/login.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import * as limits from '../../core/runtime/limits.js'
import { randomId } from '../../core/runtime/randomId.js'
import type { Frame } from './openFrame.js'

/** Requests that wait for the visitor, on a screen of the frame or for an email. */
const personal: ReadonlySet<FrameRequestName> = new Set([
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'CONNECT_SOCIAL',
  'CONNECT_FARCASTER',
  'UPDATE_EMAIL_PRIMARY_OTP',
  'UPDATE_EMAIL_SECONDARY_OTP',
  'OPEN_ACCOUNT',
])

/** Whether the frame waits for the visitor during this request. */
function showsScreen<name extends FrameRequestName>(
  name: name,
  payload: FramePayload<name>,
): boolean {
  if (name === 'RPC_REQUEST') {
    const { method } = payload as FramePayload<'RPC_REQUEST'>
    return methodPolicy(method) === 'unsafe'
  }
  // A code passed by the page is checked without the visitor.
  const hasCode = (payload as { otp?: string } | undefined)?.otp !== undefined
  return personal.has(name) && !hasCode
}

/**
 * The timeout of a request. The specification's 120 s (§9) apply to requests without the visitor;
 * others get longer.
 */
export function getRequestTimeout<name extends FrameRequestName>(
  name: name,
  payload: FramePayload<name>,
): number {
  return showsScreen(name, payload) ? limits.frameScreenWait : limits.frameRequestTimeout
}

/** Fire and forget: these start no load timer and report no error (specification §9). */
export function isBackgroundRequest(name: FrameRequestName): boolean {
  return ['SYNC_THEME', 'SYNC_DAPP_DATA', 'SET_PREFERRED_ACCOUNT'].includes(name)
}

type Waiting = {
  readonly name: FrameRequestName
  resolve(value: unknown): void
  reject(error: WidgetError): void
}

type FrameResponse = Exclude<FrameEvent, { readonly kind: 'notice' }>

/** Pending requests to the frame, and late responses to abandoned ones. */
export function createFrameRequests() {
  const waiting = new Map<string, Waiting>()
  /** Wallet requests abandoned after they were posted: a late response is still reported. */
  const givenUp = new Map<string, { readonly method: string; readonly networkId: NetworkId }>()
  const lateListeners = new Set<(late: LateResponse) => void>()

  function remember(id: string, name: FrameRequestName, payload: unknown) {
    if (name !== 'RPC_REQUEST') return
    const { method, chainNamespace, chainId } = payload as FramePayload<'RPC_REQUEST'>
    givenUp.set(id, { method, networkId: `${chainNamespace ?? 'eip155'}:${chainId}` })
    const [oldest] = givenUp.keys()
    if (oldest !== undefined && givenUp.size > limits.lateResponses) givenUp.delete(oldest)
  }

  return {
    /** Posts a request; a response, an abort or the end of the frame settles it. */
    send<name extends FrameRequestName>(
      { post }: Frame,
      name: name,
      payload: FramePayload<name>,
      stop: AbortSignal,
    ): Promise<unknown> {
      stop.throwIfAborted()
      const id = randomId()
      return new Promise((resolve, reject) => {
        waiting.set(id, { name, resolve, reject })
        stop.addEventListener(
          'abort',
          () => {
            if (!waiting.delete(id)) return
            reject(stop.reason)
            remember(id, name, payload)
            if (showsScreen(name, payload)) post(frameRequest(randomId(), 'RPC_ABORT', undefined))
          },
          { once: true },
        )
        try {
          post(frameRequest(id, name, payload))
        } catch (error) {
          // Parameters that cannot be cloned, such as functions.
          waiting.delete(id)
          reject(new FrameError({ message: '', code: 'invalid-request' }, { cause: error }))
        }
      })
    },

    handleResponse(event: FrameResponse) {
      const { id, name } = event
      const late = givenUp.get(id)
      if (late) {
        givenUp.delete(id)
        if (event.kind !== 'success') return
        for (const listener of [...lateListeners]) listener({ ...late, response: event.payload })
        return
      }
      const target = waiting.get(id)
      if (target?.name !== name) return
      waiting.delete(id)
      if (event.kind === 'success') target.resolve(event.payload)
      else target.reject(new FrameError(event.payload))
    },

    /** Rejects everything pending when the frame ends. */
    rejectAll(reason: WidgetError) {
      for (const [id, { name, reject }] of [...waiting]) {
        waiting.delete(id)
        const isRpc = name === 'RPC_REQUEST'
        reject(
          isRpc && reason instanceof FrameClosedError ? new FrameClosedError({ isRpc }) : reason,
        )
      }
      givenUp.clear()
    },

    onLate(listener: (late: LateResponse) => void): () => void {
      lateListeners.add(listener)
      return () => lateListeners.delete(listener)
    },
  }
}
