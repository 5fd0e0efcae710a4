import { describeBasket } from './basket.js';
import { describeShipping } from './shipping.js';

const [count = 1, cents = 0] = process.argv.slice(2).map(Number);
console.log(describeBasket([{ count, cents }]));
console.log(describeShipping(count * cents));
