import { describe } from 'vitest';
import { memoryStore } from '../testing/memory-store.ts';
import { storeContract } from './store.contract.ts';

describe('the memory store', () => storeContract(() => memoryStore()));
