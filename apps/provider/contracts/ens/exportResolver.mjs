import { writeFileSync } from 'node:fs'
import { compileContracts } from '@latchkey/dev-stack/compileContracts'

/** Writes the compiled resolver that `latchkey-provider names connect` deploys. */
const { abi, bytecode } = (await compileContracts()).contracts.OffchainResolver
const file = new URL('../../data/offchainResolver.json', import.meta.url)
writeFileSync(file, `${JSON.stringify({ abi, bytecode }, undefined, 2)}\n`)
