import { describe } from 'vitest';
import { storeContract } from '../store/store.contract.ts';
import { memoryStore } from './memory-store.ts';

describe('the memory store', () => storeContract(() => memoryStore()));
