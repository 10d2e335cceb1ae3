/** Relay options of an encrypted message; not part of the encrypted payload. */
export interface Publication {
  /** Seconds the relay stores the message for an offline subscriber. */
  readonly ttl: number
  readonly tag: number
  /** True for messages that may wake a phone. */
  readonly prompt: boolean
}

export interface MethodPublications {
  readonly request: Publication
  readonly response: Publication
  /** The user rejected. */
  readonly reject?: Publication
  /** The peer rejected without asking the user. */
  readonly autoReject?: Publication
}

const fiveMinutes = 300
const oneHour = 3_600
const oneDay = 86_400

const silent = (ttl: number, tag: number): Publication => ({ ttl, tag, prompt: false })
const prompted = (ttl: number, tag: number): Publication => ({ ttl, tag, prompt: true })

export const publications = {
  wc_pairingDelete: { request: silent(oneDay, 1000), response: silent(oneDay, 1001) },
  wc_pairingPing: { request: silent(30, 1002), response: silent(30, 1003) },
  wc_sessionPropose: {
    request: prompted(fiveMinutes, 1100),
    response: silent(fiveMinutes, 1101),
    reject: silent(fiveMinutes, 1120),
    autoReject: silent(fiveMinutes, 1121),
  },
  wc_sessionSettle: { request: silent(fiveMinutes, 1102), response: silent(fiveMinutes, 1103) },
  wc_sessionUpdate: { request: silent(oneDay, 1104), response: silent(oneDay, 1105) },
  wc_sessionExtend: { request: silent(oneDay, 1106), response: silent(oneDay, 1107) },
  wc_sessionRequest: { request: prompted(fiveMinutes, 1108), response: silent(fiveMinutes, 1109) },
  wc_sessionEvent: { request: prompted(fiveMinutes, 1110), response: silent(fiveMinutes, 1111) },
  wc_sessionDelete: { request: silent(oneDay, 1112), response: silent(oneDay, 1113) },
  wc_sessionPing: { request: silent(oneDay, 1114), response: silent(oneDay, 1115) },
  wc_sessionAuthenticate: {
    request: prompted(oneHour, 1116),
    response: silent(oneHour, 1117),
    reject: silent(fiveMinutes, 1118),
    autoReject: silent(fiveMinutes, 1119),
  },
} as const satisfies Record<string, MethodPublications>

export type SignMethod = keyof typeof publications

export function isSignMethod(method: string): method is SignMethod {
  return Object.hasOwn(publications, method)
}

/** The response to an unknown `wc_` method. */
export const unsupportedMethodPublication: Publication = silent(oneDay, 0)
