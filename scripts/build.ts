// npm run build: what npm start does before it serves, apart from it: the start is then short and writes nothing into this folder.
import { ensureBuilt } from './prepare.ts'

ensureBuilt()
