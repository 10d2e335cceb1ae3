import { type FrameSettings, frameSettings } from '@latchkey/wire/login/page'
import * as v from 'valibot'
import type { Answer } from '../../http/answer.js'
import { failureName, type Log } from '../../log.js'
import type { Projects } from '../../projects/Projects.js'
import { isChosen } from '../session/loginChoices.js'
import { ancestorsOf, frameDocument, plainOrigins } from './frameDocument.js'
import { frameHeaders, newNonce, type SitePlace } from './headers.js'
import { failureDocument } from './pageAnswers.js'
import type { SiteFiles } from './siteFiles.js'
import { renderPage } from './sitePage.js'

export interface FrameParts {
  readonly projects: Projects
  readonly files: SiteFiles
  readonly place: SitePlace
  /** Settings that are the same for every project. */
  readonly frame: Pick<FrameSettings, 'apiUrl' | 'chains'>
  readonly log: Log
}

/** The frame's document, for one project and the pages that may embed it. */
export async function answerFrame(
  { projects, files, place, frame, log }: FrameParts,
  id: string | null,
): Promise<Answer> {
  const nonce = newNonce()
  const refuse = (status: number, text: string): Answer => ({
    status,
    // No page may embed it: visitors only see it when they open it themselves.
    body: renderPage(failureDocument(text), nonce),
    headers: frameHeaders(place, nonce, "'none'"),
  })
  try {
    const project = id === null ? undefined : (await projects.find(id))?.project
    if (!project) return refuse(404, 'There is no such project.')
    const entry = await files.entry()
    if (!entry) return refuse(503, 'The login site has not been built.')
    const settings = v.parse(frameSettings, {
      projectId: project.id,
      ...frame,
      origins: plainOrigins(project),
      isDevelopment: project.isDevelopment,
      confirmsInWindow: isChosen(project, 'confirm_in_window'),
      takesCodesFromPage: isChosen(project, 'otp_in_page'),
    })
    return {
      status: 200,
      body: frameDocument(settings, entry, nonce),
      headers: frameHeaders(place, nonce, ancestorsOf(project)),
    }
  } catch (error) {
    log({ level: 'error', event: 'frame-failed', reason: failureName(error) })
    return refuse(503, 'The login site cannot be used now.')
  }
}
