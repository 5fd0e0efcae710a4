/** The part of Linear's SDK that sends documents. By its name, so that the bundle contains only this part. */
export { LinearGraphQLClient } from '@linear/sdk';
