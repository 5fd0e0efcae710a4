import { describe } from 'vitest';
import { memoryStore } from './memory.ts';
import { storeContract } from './store.contract.ts';

describe('the memory store', () => storeContract(() => memoryStore()));
