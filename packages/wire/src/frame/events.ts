import * as v from 'valibot'
import { isWebLink } from '../links.js'
import { framePrefix, messageId } from './envelope.js'
import { accountType, chainId, type FrameRequestName } from './requests.js'
import { siwxMessage } from './siwxMessage.js'

/** Messages from the login frame to the page: responses and notifications. */

const text = (length: number) => v.pipe(v.string(), v.maxLength(length))
/** An EVM or Solana address (specification §5). */
const address = v.pipe(
  v.string(),
  v.regex(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/, 'Not an address.'),
)
const webLink = v.custom<string>(isWebLink)

const user = {
  address,
  /** A number on eip155, a CAIP-2 id elsewhere. */
  chainId,
  email: v.optional(v.nullable(v.pipe(v.string(), v.email()))),
  userName: v.optional(v.nullable(text(256))),
  accounts: v.optional(
    v.pipe(v.array(v.strictObject({ address, type: accountType })), v.maxLength(16)),
  ),
  preferredAccountType: v.optional(accountType),
  smartAccountDeployed: v.optional(v.boolean()),
  signature: v.optional(text(65_536)),
  message: v.optional(text(16_384)),
  siwxMessage: v.optional(siwxMessage),
}

const successes = {
  CONNECT_EMAIL: v.strictObject({ action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
  CONNECT_DEVICE: undefined,
  CONNECT_OTP: undefined,
  GET_SOCIAL_REDIRECT_URI: v.strictObject({ uri: webLink }),
  CONNECT_SOCIAL: v.strictObject(user),
  GET_FARCASTER_URI: v.strictObject({ url: webLink }),
  CONNECT_FARCASTER: v.strictObject({ userName: text(256) }),
  GET_USER: v.strictObject({
    ...user,
    /** `email` or the social provider. */
    authProvider: v.optional(text(32)),
  }),
  IS_CONNECTED: v.strictObject({ isConnected: v.boolean() }),
  SIGN_OUT: undefined,
  GET_CHAIN_ID: v.strictObject({ chainId }),
  SWITCH_NETWORK: v.strictObject({ chainId }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: v.strictObject({
    smartAccountEnabledNetworks: v.pipe(
      v.array(v.pipe(v.number(), v.safeInteger())),
      v.maxLength(1_000),
    ),
  }),
  INIT_SMART_ACCOUNT: v.strictObject({ address, isDeployed: v.boolean() }),
  SET_PREFERRED_ACCOUNT: v.strictObject({ type: accountType, address }),
  RPC_REQUEST: v.unknown(),
  RPC_ABORT: undefined,
  UPDATE_EMAIL: v.strictObject({
    action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
  }),
  UPDATE_EMAIL_PRIMARY_OTP: undefined,
  UPDATE_EMAIL_SECONDARY_OTP: v.strictObject({ newEmail: v.pipe(v.string(), v.email()) }),
  OPEN_ACCOUNT: undefined,
  SYNC_THEME: undefined,
  SYNC_DAPP_DATA: undefined,
  RELOAD: undefined,
} as const satisfies { [name in FrameRequestName]: v.GenericSchema | undefined }

type Successes = typeof successes

export type FrameResult<name extends FrameRequestName> = Successes[name] extends v.GenericSchema
  ? v.InferOutput<Successes[name]>
  : undefined
export type FrameUser = FrameResult<'GET_USER'>

/** Why a request failed. `message` is only for display; the page decides by `code`. */
export const frameFailure = v.strictObject({
  message: text(1_024),
  code: v.optional(
    v.picklist([
      'aborted',
      'rejected',
      'not-allowed',
      'not-signed-in',
      'invalid-email',
      'too-soon',
      'too-many',
      'code-wrong',
      'code-expired',
      'device-refused',
      'login-failed',
      'recovery-pending',
      'passkey-needed',
      'busy',
      'invalid-request',
      'chain-fault',
      'unreachable',
    ]),
  ),
  /** For RPC requests: the wallet's error code (EIP-1193). */
  rpcCode: v.optional(v.pipe(v.number(), v.safeInteger())),
  /** With `too-soon` and `too-many`: seconds until the next attempt. */
  retryAfter: v.optional(v.pipe(v.number(), v.minValue(0))),
})

export type FrameFailure = v.InferOutput<typeof frameFailure>

/** Notifications from the frame on the port. */
const notices = {
  /** The log-in session ended: in another tab, by expiry, or by the user. */
  SESSION_ENDED: undefined,
  /** Height of the frame's current screen in pixels; 0 when it shows nothing. */
  SCREEN: v.strictObject({ height: v.pipe(v.number(), v.minValue(0), v.maxValue(4_096)) }),
  /** Result of a social log-in whose window could not send it to the page. */
  SOCIAL_RESULT: v.strictObject({ uri: text(2_048) }),
} as const

export type FrameNoticeName = keyof typeof notices

export type FrameEvent =
  | {
      [name in FrameRequestName]: {
        readonly kind: 'success'
        readonly id: string
        readonly name: name
        readonly payload: FrameResult<name>
      }
    }[FrameRequestName]
  | {
      readonly kind: 'error'
      readonly id: string
      readonly name: FrameRequestName
      readonly payload: FrameFailure
    }
  | { readonly kind: 'notice'; readonly name: 'SESSION_ENDED'; readonly payload: undefined }
  | { readonly kind: 'notice'; readonly name: 'SCREEN'; readonly payload: { height: number } }
  | { readonly kind: 'notice'; readonly name: 'SOCIAL_RESULT'; readonly payload: { uri: string } }

const envelope = v.strictObject({
  id: v.optional(messageId),
  type: v.pipe(v.string(), v.startsWith(framePrefix)),
  payload: v.optional(v.unknown()),
})

/** Undefined unless the data is exactly one of these events. */
export function parseFrameEvent(data: unknown): FrameEvent | undefined {
  const outer = v.safeParse(envelope, data)
  if (!outer.success) return undefined
  const { id, type, payload } = outer.output
  const words = type.slice(framePrefix.length)
  if (Object.hasOwn(notices, words)) {
    const name = words as FrameNoticeName
    const checked = check(notices[name], payload)
    return checked && !id
      ? ({ kind: 'notice', name, payload: checked.value } as FrameEvent)
      : undefined
  }
  const [, name, kind] = /^(\w+)_(SUCCESS|ERROR)$/.exec(words) ?? []
  if (!id || !name || !Object.hasOwn(successes, name)) return undefined
  const schema = kind === 'ERROR' ? frameFailure : successes[name as FrameRequestName]
  const checked = check(schema, payload)
  if (!checked) return undefined
  return {
    kind: kind === 'ERROR' ? 'error' : 'success',
    id,
    name,
    payload: checked.value,
  } as FrameEvent
}

function check(
  schema: v.GenericSchema | undefined,
  payload: unknown,
): { readonly value: unknown } | undefined {
  if (!schema) return payload === undefined ? { value: undefined } : undefined
  const result = v.safeParse(schema, payload)
  return result.success ? { value: result.output } : undefined
}

/** Creates a response for the port. */
export function frameSuccess<name extends FrameRequestName>(
  id: string,
  name: name,
  payload: FrameResult<name>,
): { id: string; type: string; payload?: unknown } {
  return { id, type: `${framePrefix}${name}_SUCCESS`, ...(payload !== undefined && { payload }) }
}

export function frameError(
  id: string,
  name: FrameRequestName,
  payload: FrameFailure,
): { id: string; type: string; payload: FrameFailure } {
  return { id, type: `${framePrefix}${name}_ERROR`, payload }
}
