import { retrieverContract } from '../contracts/retriever.ts'
import { MemoryRetriever } from './memory-retriever.ts'

retrieverContract('memory', () => ({ retriever: new MemoryRetriever() }))
