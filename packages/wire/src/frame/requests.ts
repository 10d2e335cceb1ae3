import * as v from 'valibot'
import { namespaces } from '../caip.js'
import { appPrefix, messageId } from './envelope.js'
import { siwxMessage } from './siwxMessage.js'

/** Requests from the page to the login frame (specification §3, §7), by name without prefix. */

const text = (length: number) => v.pipe(v.string(), v.maxLength(length))

export const emailAddress = v.pipe(v.string(), v.trim(), v.maxLength(254), v.email('Invalid email'))
/** Six digits, or up to nine while an attacker is guessing codes. */
export const oneTimeCode = v.pipe(v.string(), v.regex(/^\d{6,9}$/))
export const accountType = v.picklist(['eoa', 'smartAccount'])
/** A number, a numeric string or a CAIP-2 id; sites use all three. */
export const chainId = v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(1)), text(128)])
const rpcUrl = text(2_048)

/** The six OAuth providers; Farcaster has separate messages. */
export const socialProvider = v.picklist(['google', 'github', 'apple', 'facebook', 'x', 'discord'])
export type FrameSocialProvider = v.InferOutput<typeof socialProvider>

const themeMode = v.picklist(['light', 'dark'])
const metadata = v.strictObject({
  name: text(200),
  description: text(1_000),
  url: text(2_048),
  icons: v.pipe(v.array(text(2_048)), v.maxLength(10)),
})

const connectPayload = {
  chainId: v.optional(chainId),
  preferredAccountType: v.optional(accountType),
  siwxMessage: v.optional(siwxMessage),
  rpcUrl: v.optional(rpcUrl),
}

/** The frame validates parameters per method. */
const rpcRequest = v.strictObject({
  method: text(128),
  params: v.optional(v.unknown()),
  chainNamespace: v.optional(v.picklist(namespaces)),
  chainId: v.optional(chainId),
  rpcUrl: v.optional(rpcUrl),
})

const payloads = {
  CONNECT_EMAIL: v.strictObject({ email: emailAddress }),
  CONNECT_DEVICE: undefined,
  /** Without `otp` the user types the code in the frame; the response comes once it is correct. */
  CONNECT_OTP: v.strictObject({ otp: v.optional(oneTimeCode) }),
  GET_SOCIAL_REDIRECT_URI: v.strictObject({
    provider: socialProvider,
    /** URL to return to when the log-in uses the whole page instead of a window. */
    returnTo: v.optional(text(2_048)),
  }),
  CONNECT_SOCIAL: v.strictObject({ uri: text(2_048), ...connectPayload }),
  GET_FARCASTER_URI: undefined,
  CONNECT_FARCASTER: undefined,
  GET_USER: v.strictObject({ socialUri: v.optional(text(2_048)), ...connectPayload }),
  IS_CONNECTED: v.strictObject({ token: v.optional(text(2_048)) }),
  SIGN_OUT: undefined,
  GET_CHAIN_ID: undefined,
  SWITCH_NETWORK: v.strictObject({ chainId, rpcUrl: v.optional(rpcUrl) }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: undefined,
  INIT_SMART_ACCOUNT: undefined,
  SET_PREFERRED_ACCOUNT: v.strictObject({ type: accountType }),
  RPC_REQUEST: rpcRequest,
  RPC_ABORT: undefined,
  UPDATE_EMAIL: v.strictObject({ email: emailAddress }),
  UPDATE_EMAIL_PRIMARY_OTP: v.strictObject({ otp: v.optional(oneTimeCode) }),
  UPDATE_EMAIL_SECONDARY_OTP: v.strictObject({ otp: v.optional(oneTimeCode) }),
  /** Opens the account screens in the frame: key info, export, passkey, devices. */
  OPEN_ACCOUNT: undefined,
  SYNC_THEME: v.strictObject({
    themeMode: v.optional(themeMode),
    themeVariables: v.optional(v.record(text(64), v.union([text(256), v.number()]))),
    w3mThemeVariables: v.optional(v.record(text(64), text(256))),
  }),
  SYNC_DAPP_DATA: v.strictObject({
    projectId: text(128),
    metadata: v.optional(metadata),
    sdkVersion: v.optional(text(64)),
    sdkType: v.optional(v.picklist(['w3m', 'appkit'])),
  }),
  RELOAD: undefined,
} as const

type Payloads = typeof payloads

export type FrameRequestName = keyof Payloads
export const frameRequestNames = Object.keys(payloads) as FrameRequestName[]

/** Payload of a request; undefined for requests without one. */
export type FramePayload<name extends FrameRequestName> = Payloads[name] extends v.GenericSchema
  ? v.InferInput<Payloads[name]>
  : undefined
export type CheckedFramePayload<name extends FrameRequestName> =
  Payloads[name] extends v.GenericSchema ? v.InferOutput<Payloads[name]> : undefined

export type FrameRequest = {
  [name in FrameRequestName]: {
    readonly id: string
    readonly name: name
    readonly payload: CheckedFramePayload<name>
  }
}[FrameRequestName]

const envelope = v.strictObject({
  id: messageId,
  type: v.pipe(v.string(), v.startsWith(appPrefix)),
  payload: v.optional(v.unknown()),
})

/** Stops at the first error, so that a text that is too long is not scanned further. */
const firstFault = { abortEarly: true, abortPipeEarly: true }

/** Undefined unless the data is exactly one of these requests. */
export function parseFrameRequest(data: unknown): FrameRequest | undefined {
  const outer = v.safeParse(envelope, data, firstFault)
  if (!outer.success) return undefined
  const { id, type, payload } = outer.output
  const name = type.slice(appPrefix.length)
  if (!Object.hasOwn(payloads, name)) return undefined
  const schema = payloads[name as FrameRequestName]
  if (!schema) {
    return payload === undefined ? ({ id, name, payload } as FrameRequest) : undefined
  }
  if (payload !== undefined && !isPlainObject(payload)) return undefined
  const inner = v.safeParse(schema as v.GenericSchema, payload ?? {}, firstFault)
  return inner.success ? ({ id, name, payload: inner.output } as FrameRequest) : undefined
}

/** Arrays and Maps can have no own fields, but are not an empty payload. */
function isPlainObject(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Object]'
}

/** Creates a request for the port. */
export function frameRequest<name extends FrameRequestName>(
  id: string,
  name: name,
  payload: FramePayload<name>,
): { id: string; type: string; payload?: unknown } {
  return { id, type: `${appPrefix}${name}`, ...(payload !== undefined && { payload }) }
}
