import type { NetworkId } from '@latchkey/wire/caip'
import type { FrameEvent } from '@latchkey/wire/frame/events'
import { methodPolicy } from '@latchkey/wire/frame/methodPolicy'
import {
  type FramePayload,
  type FrameRequestName,
  frameRequest,
} from '@latchkey/wire/frame/requests'
import type { LateAnswer } from '../../core/connection/family.js'
import { FrameClosedError, FrameError } from '../../core/runtime/errors/login.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import * as limits from '../../core/runtime/limits.js'
import { randomId } from '../../core/runtime/randomId.js'
import type { Frame } from './openFrame.js'

/** Requests whose answer is a person's doing, on a screen of the frame or in their mail. */
const personal: ReadonlySet<FrameRequestName> = new Set([
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'CONNECT_SOCIAL',
  'CONNECT_FARCASTER',
  'UPDATE_EMAIL_PRIMARY_OTP',
  'UPDATE_EMAIL_SECONDARY_OTP',
  'OPEN_ACCOUNT',
])

/** Whether the frame shows, or waits for, something until this request is answered. */
function showsScreen<name extends FrameRequestName>(
  name: name,
  payload: FramePayload<name>,
): boolean {
  if (name === 'RPC_REQUEST') {
    const { method } = payload as FramePayload<'RPC_REQUEST'>
    return methodPolicy(method) === 'unsafe'
  }
  // A code the page hands over itself is checked by a machine.
  const hasCode = (payload as { otp?: string } | undefined)?.otp !== undefined
  return personal.has(name) && !hasCode
}

/**
 * How long a request may take. The specification's 120 s (§9) are for machines; a code, a link or a
 * confirmation takes a person as long as it lives.
 */
export function boundOf<name extends FrameRequestName>(
  name: name,
  payload: FramePayload<name>,
): number {
  return showsScreen(name, payload) ? limits.frameScreenWait : limits.frameRequestTimeout
}

/** Said by the way: these start no load timer and raise no alarm (specification §9). */
export function isQuiet(name: FrameRequestName): boolean {
  return ['SYNC_THEME', 'SYNC_DAPP_DATA', 'SET_PREFERRED_ACCOUNT'].includes(name)
}

type Waiting = {
  readonly name: FrameRequestName
  resolve(value: unknown): void
  reject(error: WidgetError): void
}

type FrameAnswer = Exclude<FrameEvent, { readonly kind: 'notice' }>

/** What the frame was asked and has not answered yet, and what nobody waits for any more. */
export function createFrameQuestions() {
  const waiting = new Map<string, Waiting>()
  /** Wallet requests that were given up after they were posted: their answers are still worth knowing. */
  const givenUp = new Map<string, { readonly method: string; readonly networkId: NetworkId }>()
  const lateListeners = new Set<(late: LateAnswer) => void>()

  function remember(id: string, name: FrameRequestName, payload: unknown) {
    if (name !== 'RPC_REQUEST') return
    const { method, chainNamespace, chainId } = payload as FramePayload<'RPC_REQUEST'>
    givenUp.set(id, { method, networkId: `${chainNamespace ?? 'eip155'}:${chainId}` })
    const [oldest] = givenUp.keys()
    if (oldest !== undefined && givenUp.size > limits.lateResponses) givenUp.delete(oldest)
  }

  return {
    /** Posts a question; the answer, a stop or the end of the frame settles it. */
    ask<name extends FrameRequestName>(
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
          // Parameters no message can carry: functions, for instance.
          waiting.delete(id)
          reject(new FrameError({ message: '', code: 'invalid-request' }, { cause: error }))
        }
      })
    },

    answered(event: FrameAnswer) {
      const { id, name } = event
      const late = givenUp.get(id)
      if (late) {
        givenUp.delete(id)
        if (event.kind !== 'success') return
        for (const listener of [...lateListeners]) listener({ ...late, answer: event.payload })
        return
      }
      const asked = waiting.get(id)
      if (asked?.name !== name) return
      waiting.delete(id)
      if (event.kind === 'success') asked.resolve(event.payload)
      else asked.reject(new FrameError(event.payload))
    },

    /** Everybody who waits on a frame that is over learns of it at once. */
    conclude(reason: WidgetError) {
      for (const [id, { name, reject }] of [...waiting]) {
        waiting.delete(id)
        const isRpc = name === 'RPC_REQUEST'
        reject(
          isRpc && reason instanceof FrameClosedError ? new FrameClosedError({ isRpc }) : reason,
        )
      }
      givenUp.clear()
    },

    onLate(listener: (late: LateAnswer) => void): () => void {
      lateListeners.add(listener)
      return () => lateListeners.delete(listener)
    },
  }
}
