/** Announces that a message is stored, without the message itself. */
export type Announcement = {
  readonly seq: number
  readonly topic: string
}

export type Member = {
  /** Sends to every other member. */
  announce(announcements: readonly Announcement[]): Promise<void>
  leave(): Promise<void>
}

export type Listener = {
  /** Announcements of other members, in the order of each member. */
  onAnnouncements(announcements: readonly Announcement[]): void
  /** Announcements may have been missed: read everything again. */
  onMissed(): void
}

/** Announces stored messages between relay processes that share one database. */
export type Fanout = {
  join(listener: Listener): Promise<Member>
}
