import type { Method } from './frame.js'

export const reload: Method<'RELOAD'> = async (frame) => {
  frame.reload()
  return undefined
}
