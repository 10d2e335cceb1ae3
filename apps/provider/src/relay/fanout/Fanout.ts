/** "This message is stored": never the message itself. */
export type Announcement = {
  readonly seq: number
  readonly topic: string
}

export type Member = {
  /** Tells every other member. */
  announce(announcements: readonly Announcement[]): Promise<void>
  leave(): Promise<void>
}

export type Listener = {
  /** What other members announced, each of them in its own order. */
  onAnnouncements(announcements: readonly Announcement[]): void
  /** Announcements may have been missed: look everything up again. */
  onMissed(): void
}

/** Carries the news of stored messages between relay processes that share one database. */
export type Fanout = {
  join(listener: Listener): Promise<Member>
}
