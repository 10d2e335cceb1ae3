import { batchLimit, maxMessageBytes } from '@latchkey/wire/relay/methods'

/** What one client, network, project or topic may use. The operator can set every value. */
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
  /** Bytes published by one client, by all of a network, and for a project. */
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
  /** Unexpired stored bytes, counted in the database. */
  readonly storedBytes: number
  readonly storedBytesPerProject: number
  readonly storedBytesPerNetwork: number
  readonly storedBytesPerClient: number
  /** For a client that has never published before. Grows to the full amount over `newClientHours`. */
  readonly storedBytesPerNewClient: number
  readonly newClientHours: number
  /** Unacknowledged deliveries per socket. */
  readonly unacknowledged: number
  /** Message bytes read from the database for one response. */
  readonly pageBytes: number
  /** Bytes in memory not yet read by clients: per socket, per network and in total. */
  readonly bufferedBytes: number
  readonly unsentBytesPerNetwork: number
  readonly unsentBytes: number
}

const kib = 1_024
const mib = 1_048_576

export const defaultRelayLimits: RelayLimits = {
  messageBytes: maxMessageBytes,
  topicsPerClient: batchLimit,
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

/** Peers send a token of a few hundred characters. */
export const maxAttestationBytes = 4_096

/** Charged per message for its row, index entries and receipt. */
const messageOverhead = 1_024

/** Bytes charged for a message in every limit. */
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
 * Publications accepted beyond the burst while the sender is delayed: small frames of one network
 * read, or one full batch.
 */
export const publishOverdraft = batchLimit

/** A frame has at most two messages of full size (an approval) and their envelope. */
export function getMaxFrameBytes(limits: RelayLimits): number {
  return limits.messageBytes * 2 + 65_536
}
