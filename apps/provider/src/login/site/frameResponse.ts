import { type FrameSettings, frameSettings } from '@latchkey/wire/login/page'
import * as v from 'valibot'
import type { HttpResponse } from '../../http/response.js'
import { failureName, type Log } from '../../log.js'
import type { Projects } from '../../projects/Project.js'
import { isFeatureEnabled } from '../session/loginFeatures.js'
import { frameDocument, normalizeOrigins, toFrameAncestors } from './frameDocument.js'
import { createFailureDocument } from './pageResponses.js'
import type { SiteFiles } from './siteFiles.js'
import { createNonce, frameHeaders, noAncestors, type SiteContext } from './siteHeaders.js'
import { renderPage } from './sitePage.js'

export type FrameParts = {
  readonly projects: Projects
  readonly files: SiteFiles
  readonly site: SiteContext
  /** Settings that are the same for every project. */
  readonly frame: Pick<FrameSettings, 'apiUrl' | 'chains'>
  readonly log: Log
}

/** The frame's document, for one project and the pages that may embed it. */
export async function createFrameResponse(
  { projects, files, site, frame, log }: FrameParts,
  id: string | null,
): Promise<HttpResponse> {
  const nonce = createNonce()
  const fail = (status: number, text: string): HttpResponse => ({
    status,
    // No page may embed it, so visitors only see it when they open it themselves.
    body: renderPage(createFailureDocument(text), nonce),
    headers: frameHeaders(site, nonce, noAncestors),
  })
  try {
    const project = id === null ? undefined : (await projects.find(id))?.project
    if (!project) return fail(404, 'There is no such project.')
    const entry = await files.readEntry()
    if (!entry) return fail(503, 'The login site has not been built.')
    const settings = v.parse(frameSettings, {
      projectId: project.id,
      ...frame,
      origins: normalizeOrigins(project),
      isDevelopment: project.isDevelopment,
      confirmsInWindow: isFeatureEnabled(project, 'confirm_in_window'),
      takesCodesFromPage: isFeatureEnabled(project, 'otp_in_page'),
    })
    return {
      status: 200,
      body: frameDocument(settings, entry, nonce),
      headers: frameHeaders(site, nonce, toFrameAncestors(project)),
    }
  } catch (error) {
    log({ level: 'error', event: 'frame-failed', reason: failureName(error) })
    return fail(503, 'The login site is not available. Try again later.')
  }
}
