import type { Project } from './Project.js'

/** The served projects. Throws an ApiError (503) while they cannot be read. */
export type Projects = {
  find(id: string): Promise<KnownProject | undefined>
  /** Whether any project allows the origin: a preflight does not always name one. */
  isOriginKnown(origin: string): Promise<boolean>
}

export type KnownProject = {
  readonly project: Project
  allows(origin: string): boolean
  /** The database is down; this is the last known state. */
  readonly isStale: boolean
}
