/** Error codes of the relay's JSON-RPC, by group. */
export const relayErrorCodes = {
  auth: 3000,
  rate: 3001,
  payload: -32600,
  handler: -32000,
  internal: -32603,
} as const

export type RelayErrorGroup = keyof typeof relayErrorCodes

export type RelayErrorTag =
  | 'ProjectNotFound'
  | 'ProjectIdNotSpecified'
  | 'ProjectInactive'
  | 'OriginNotAllowed'
  | 'InvalidJwt'
  | 'MissingJwt'
  | 'TooManyRequests'
  | 'InvalidMethod'
  | 'InvalidParams'
  | 'PayloadSizeExceeded'
  | 'InvalidTopic'
  | 'InvalidSubscriptionId'
  | 'InvalidRequestId'
  | 'InvalidJsonRpcVersion'
  | 'BatchLimitExceeded'
  | 'BatchEmpty'
  | 'Serialization'
  | 'SubscriberLimitExceeded'
  | 'TtlTooShort'
  | 'TtlTooLong'
  | 'MailboxLimitExceeded'
  | 'SubscribeFailed'
  | 'PublishFailed'
  | 'InvalidTtl'
  | 'StorageError'
  | 'Unknown'

export interface RelayErrorBody {
  readonly code: number
  readonly message: string
  readonly data?: string
}

/** A frame or call that the relay rejects, with the error to respond with. */
export class RelayFault extends Error {
  override readonly name = 'RelayFault'
  readonly code: number
  readonly tag: RelayErrorTag

  constructor(group: RelayErrorGroup, tag: RelayErrorTag, message: string) {
    super(message)
    this.code = relayErrorCodes[group]
    this.tag = tag
  }

  body(): RelayErrorBody {
    return { code: this.code, message: this.message, data: this.tag }
  }
}

/** WebSocket close codes of the relay. */
export const relayCloseCodes = {
  goingAway: 1001,
  tooManyRequests: 1013,
  unauthorized: 3000,
  stale: 4008,
  rebalance: 4010,
} as const
