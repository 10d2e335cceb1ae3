// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// EIP-2612: an approval given by signature.
abstract contract Permits {
    bytes32 private constant DOMAIN_TYPE =
        keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
    bytes32 private constant PERMIT_TYPE =
        keccak256('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)');
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    bytes32 private immutable nameHash;
    mapping(address => uint256) public nonces;

    constructor(string memory name_) {
        nameHash = keccak256(bytes(name_));
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPE, nameHash, keccak256('1'), block.chainid, address(this)));
    }

    function version() external pure returns (string memory) {
        return '1';
    }

    function permit(
        address holder,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp <= deadline, 'Token: PERMIT_EXPIRED');
        require(uint256(s) <= HALF_ORDER, 'Token: INVALID_SIGNATURE');
        bytes32 message = keccak256(abi.encode(PERMIT_TYPE, holder, spender, value, nonces[holder]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked(hex'1901', DOMAIN_SEPARATOR(), message)), v, r, s);
        require(signer != address(0) && signer == holder, 'Token: INVALID_SIGNATURE');
        _permitted(holder, spender, value);
    }

    function _permitted(address holder, address spender, uint256 value) internal virtual;
}
