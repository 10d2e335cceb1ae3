import { BATCH_LIMIT, MAX_MESSAGE_BYTES } from '@latchkey/wire/relay/methods'

/** What one client, network, project or topic may use. Every figure can be set by the operator. */
export type RelayLimits = {
  readonly messageBytes: number
  readonly topicsPerClient: number
  readonly socketsPerClient: number
  readonly socketsPerNetwork: number
  readonly connectsPerMinute: number
  readonly connectBurst: number
  readonly publishesPerSecond: number
  readonly publishBurst: number
  /** Calls of one socket. */
  readonly callsPerSecond: number
  readonly callBurst: number
  /** Calls of all sockets of a network. */
  readonly networkCallsPerSecond: number
  readonly networkCallBurst: number
  /** Bytes published by one client, by all of a network, in the name of a project. */
  readonly publishBytesPerSecond: number
  readonly publishByteBurst: number
  readonly networkPublishBytesPerSecond: number
  readonly networkPublishByteBurst: number
  readonly projectPublishBytesPerSecond: number
  readonly projectPublishByteBurst: number
  /** Bytes fetched by one client and by all of a network. */
  readonly fetchBytesPerSecond: number
  readonly fetchByteBurst: number
  readonly networkFetchBytesPerSecond: number
  readonly networkFetchByteBurst: number
  readonly mailboxMessages: number
  readonly mailboxBytes: number
  /** Stored bytes that have not expired. They are counted in the database. */
  readonly storedBytes: number
  readonly storedBytesPerProject: number
  readonly storedBytesPerNetwork: number
  readonly storedBytesPerClient: number
  /** What a client may store that has never published before. It grows with time to the full amount. */
  readonly storedBytesPerNewClient: number
  readonly newClientHours: number
  /** Deliveries one socket may leave unacknowledged. */
  readonly unacknowledged: number
  /** Message bytes read from the database for one answer. */
  readonly pageBytes: number
  /** Bytes in memory that one socket, one network and all together have not read yet. */
  readonly bufferedBytes: number
  readonly unsentBytesPerNetwork: number
  readonly unsentBytes: number
}

const kib = 1_024
const mib = 1_048_576

export const defaultRelayLimits: RelayLimits = {
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
  networkCallsPerSecond: 400,
  networkCallBurst: 2_000,
  publishBytesPerSecond: 256 * kib,
  publishByteBurst: 4 * mib,
  networkPublishBytesPerSecond: 512 * kib,
  networkPublishByteBurst: 8 * mib,
  projectPublishBytesPerSecond: 8 * mib,
  projectPublishByteBurst: 64 * mib,
  fetchBytesPerSecond: mib,
  fetchByteBurst: 8 * mib,
  networkFetchBytesPerSecond: 4 * mib,
  networkFetchByteBurst: 32 * mib,
  mailboxMessages: 500,
  mailboxBytes: 5 * mib,
  storedBytes: 4_096 * mib,
  storedBytesPerProject: 1_024 * mib,
  storedBytesPerNetwork: 128 * mib,
  storedBytesPerClient: 16 * mib,
  storedBytesPerNewClient: mib,
  newClientHours: 24,
  unacknowledged: 1_000,
  pageBytes: 256 * kib,
  bufferedBytes: mib,
  unsentBytesPerNetwork: 16 * mib,
  unsentBytes: 64 * mib,
}

/** Longest attestation passed on; peers send a token of a few hundred characters. */
export const maxAttestationBytes = 4_096

/** What a message costs besides its text: its row, its index entries and its receipt. */
const messageOverhead = 1_024

/** Bytes that a message counts for in every limit on bytes. */
export function getChargedBytes({
  message,
  attestation = '',
}: {
  readonly message: string
  readonly attestation?: string | undefined
}): number {
  return message.length + attestation.length + messageOverhead
}

/**
 * Publications taken beyond the burst while the sender is held back: what one read from the network
 * can hold in small frames, and one full batch.
 */
export const publishOverdraft = BATCH_LIMIT

/** A frame holds at most two messages of full size (an approval) and what surrounds them. */
export function getMaxFrameBytes(limits: RelayLimits): number {
  return limits.messageBytes * 2 + 65_536
}
