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

const FIVE_MINUTES = 300
const ONE_HOUR = 3_600
const ONE_DAY = 86_400

const quiet = (ttl: number, tag: number): Publication => ({ ttl, tag, prompt: false })
const loud = (ttl: number, tag: number): Publication => ({ ttl, tag, prompt: true })

export const PUBLICATIONS = {
  wc_pairingDelete: { request: quiet(ONE_DAY, 1000), response: quiet(ONE_DAY, 1001) },
  wc_pairingPing: { request: quiet(30, 1002), response: quiet(30, 1003) },
  wc_sessionPropose: {
    request: loud(FIVE_MINUTES, 1100),
    response: quiet(FIVE_MINUTES, 1101),
    reject: quiet(FIVE_MINUTES, 1120),
    autoReject: quiet(FIVE_MINUTES, 1121),
  },
  wc_sessionSettle: { request: quiet(FIVE_MINUTES, 1102), response: quiet(FIVE_MINUTES, 1103) },
  wc_sessionUpdate: { request: quiet(ONE_DAY, 1104), response: quiet(ONE_DAY, 1105) },
  wc_sessionExtend: { request: quiet(ONE_DAY, 1106), response: quiet(ONE_DAY, 1107) },
  wc_sessionRequest: { request: loud(FIVE_MINUTES, 1108), response: quiet(FIVE_MINUTES, 1109) },
  wc_sessionEvent: { request: loud(FIVE_MINUTES, 1110), response: quiet(FIVE_MINUTES, 1111) },
  wc_sessionDelete: { request: quiet(ONE_DAY, 1112), response: quiet(ONE_DAY, 1113) },
  wc_sessionPing: { request: quiet(ONE_DAY, 1114), response: quiet(ONE_DAY, 1115) },
  wc_sessionAuthenticate: {
    request: loud(ONE_HOUR, 1116),
    response: quiet(ONE_HOUR, 1117),
    reject: quiet(FIVE_MINUTES, 1118),
    autoReject: quiet(FIVE_MINUTES, 1119),
  },
} as const satisfies Record<string, MethodPublications>

export type SignMethod = keyof typeof PUBLICATIONS

export function isSignMethod(method: string): method is SignMethod {
  return Object.hasOwn(PUBLICATIONS, method)
}

/** The response to an unknown `wc_` method. */
export const UNSUPPORTED_METHOD_PUBLICATION: Publication = quiet(ONE_DAY, 0)
