import type { Project } from './Project.js'

/** What the API knows of the projects it serves. Throws an ApiError (503) when it cannot know. */
export interface Projects {
  find(id: string): Promise<KnownProject | undefined>
  /** Whether any project allows it: a browser's first question does not always say which. */
  isOriginKnown(origin: string): Promise<boolean>
}

export interface KnownProject {
  readonly project: Project
  allows(origin: string): boolean
  /** The database does not answer; this is what it said before. */
  readonly isStale: boolean
}
