import { BATCH_LIMIT, MAX_MESSAGE_BYTES } from '@latchkey/wire/relay/methods'

/** What one client, network or topic may use. Every figure can be set by the operator. */
export interface RelayLimits {
  readonly messageBytes: number
  readonly topicsPerClient: number
  readonly socketsPerClient: number
  readonly socketsPerNetwork: number
  readonly connectsPerMinute: number
  readonly connectBurst: number
  readonly publishesPerSecond: number
  readonly publishBurst: number
  readonly callsPerSecond: number
  readonly callBurst: number
  readonly mailboxMessages: number
  readonly mailboxBytes: number
  /** Deliveries one socket may leave unacknowledged. */
  readonly unacknowledged: number
  /** Bytes the relay keeps for one socket that does not read. */
  readonly bufferedBytes: number
}

export const DEFAULT_LIMITS: RelayLimits = {
  messageBytes: MAX_MESSAGE_BYTES,
  topicsPerClient: BATCH_LIMIT,
  socketsPerClient: 16,
  socketsPerNetwork: 200,
  connectsPerMinute: 20,
  connectBurst: 60,
  publishesPerSecond: 20,
  publishBurst: 60,
  callsPerSecond: 100,
  callBurst: 500,
  mailboxMessages: 500,
  mailboxBytes: 5 * 1_048_576,
  unacknowledged: 1_000,
  bufferedBytes: 8 * 1_048_576,
}

/** Longest attestation passed on; peers send a token of a few hundred characters. */
export const ATTESTATION_BYTES = 4_096

/**
 * Publications taken beyond the burst while the sender is held back: what one read from the network
 * can hold in small frames, and one full batch.
 */
export const PUBLISH_OVERDRAFT = BATCH_LIMIT

/** A frame holds at most two messages of full size (an approval) and what surrounds them. */
export function frameBytes(limits: RelayLimits): number {
  return limits.messageBytes * 2 + 65_536
}
