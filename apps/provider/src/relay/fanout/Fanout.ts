/** "This message is stored": never the message itself. */
export interface Announcement {
  readonly seq: number
  readonly topic: string
}

export interface Member {
  /** Tells every other member. */
  announce(announcements: readonly Announcement[]): Promise<void>
  leave(): Promise<void>
}

export interface Listener {
  /** What other members announced, each of them in its own order. */
  hear(announcements: readonly Announcement[]): void
  /** Announcements may have been missed: look everything up again. */
  missed(): void
}

/** Carries the news of stored messages between relay processes that share one database. */
export interface Fanout {
  join(listener: Listener): Promise<Member>
}
