import { methodPolicy } from '@latchkey/wire/frame/methodPolicy'
import type { FramePayload, FrameRequestName } from '@latchkey/wire/frame/requests'
import * as limits from '../../core/runtime/limits.js'

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
export function showsScreen<name extends FrameRequestName>(
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
