import { compileContracts } from './compileContracts.js'

/** Compiles before the tests: in several of them at once, it would keep them from responding for too long. */
export default async function setup(): Promise<void> {
  await compileContracts()
}
