import { listed } from './listed.ts'

/** Rules of the English checker that are right in texts such as ours; those that guess, or that teach style, are not asked. */
export const trustedRules = listed(`
AnA PronounVerbAgreement OpenCompounds ModalOf Everyday EveryTime TheirToThere TheirToTheyre ThenThan ToLoseTooLoose ItsContraction
PronounContraction FeelFell GetUsedTo UseToUsedTo SupposedTo InsteadOf MoreBetter AdjectiveDoubleDegree DidPast HelpedPast
InflectedVerbAfterTo WillNonLemma WereWhere FedUpWith GoodAt SubjectPronoun IAm OneOfTheSingular LetsConfusion YourPredicateAdjective
InTheFirstPlace AfterAWhile AllOfASudden DespiteOf EachOthersPossessive HadOf LookForwardTo LookingForwardTo
`)
