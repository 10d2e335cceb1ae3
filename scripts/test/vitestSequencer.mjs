import { BaseSequencer } from 'vitest/node'

/**
 * One project after the other, in the order of the configuration: a worker reuses its loaded modules only
 * when the next file belongs to the same project.
 */
export default class VitestSequencer extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    return this.ctx.projects.flatMap((project) => sorted.filter((file) => file.project === project))
  }
}
